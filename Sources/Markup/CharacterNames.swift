/// Names of characters in HTML 5 that HTML 4, and with it libxml2, does not have (HTML, "named character references"): those of
/// ASCII, in which messages and addresses are written, and the letters of Latin and Cyrillic scripts.
enum CharacterNames {
    /// Longer than every name here.
    static let limit = 20

    /// Returns references by number for the characters of this name; nil when the table does not have it.
    static func numbers(_ name: String) -> String? { numbers[name] }

    private static let numbers: [String: String] = {
        var table = ["fjlig": "fj", "inodot": "&#305;"]
        for (first, names) in blocks {
            for (offset, alternatives) in names.split(separator: " ").enumerated() where alternatives != "-" {
                for name in alternatives.split(separator: ",") { table[String(name)] = "&#\(first + offset);" }
            }
        }
        return table
    }()

    /// For each block, its first character, and the names of the characters from there on; "-" for one without a new name.
    private static let blocks: [(first: Int, names: String)] = [
        (9, "Tab NewLine"), (33, "excl QUOT num dollar percnt AMP - lpar rpar ast,midast plus comma - period sol"),
        (58, "colon semi LT equals GT quest commat"),
        (91, "lsqb,lbrack bsol rsqb,rbrack Hat lowbar,UnderBar grave,DiacriticalGrave"),
        (123, "lcub,lbrace verbar,vert,VerticalLine rcub,rbrace"),
        (
            0x100,
            """
            Amacr amacr Abreve abreve Aogon aogon Cacute cacute Ccirc ccirc Cdot cdot Ccaron ccaron Dcaron dcaron Dstrok \
            dstrok Emacr emacr - - Edot edot Eogon eogon Ecaron ecaron Gcirc gcirc Gbreve gbreve Gdot gdot Gcedil - Hcirc \
            hcirc Hstrok hstrok Itilde itilde Imacr imacr - - Iogon iogon Idot imath IJlig ijlig Jcirc jcirc Kcedil kcedil \
            kgreen Lacute lacute Lcedil lcedil Lcaron lcaron Lmidot lmidot Lstrok lstrok Nacute nacute Ncedil ncedil Ncaron \
            ncaron napos ENG eng Omacr omacr - - Odblac odblac - - Racute racute Rcedil rcedil Rcaron rcaron Sacute sacute \
            Scirc scirc Scedil scedil - - Tcedil tcedil Tcaron tcaron Tstrok tstrok Utilde utilde Umacr umacr Ubreve ubreve \
            Uring uring Udblac udblac Uogon uogon Wcirc wcirc Ycirc ycirc - Zacute zacute Zdot zdot Zcaron zcaron
            """
        ),
        (
            0x401,
            """
            IOcy DJcy GJcy Jukcy DScy Iukcy YIcy Jsercy LJcy NJcy TSHcy KJcy - Ubrcy DZcy Acy Bcy Vcy Gcy Dcy IEcy ZHcy Zcy \
            Icy Jcy Kcy Lcy Mcy Ncy Ocy Pcy Rcy Scy Tcy Ucy Fcy KHcy TScy CHcy SHcy SHCHcy HARDcy Ycy SOFTcy Ecy YUcy YAcy \
            acy bcy vcy gcy dcy iecy zhcy zcy icy jcy kcy lcy mcy ncy ocy pcy rcy scy tcy ucy fcy khcy tscy chcy shcy shchcy \
            hardcy ycy softcy ecy yucy yacy - iocy djcy gjcy jukcy dscy iukcy yicy jsercy ljcy njcy tshcy kjcy - ubrcy dzcy
            """
        ),
    ]
}
