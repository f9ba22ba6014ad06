/// The part of the script of `ViewerPage` that shows a dialog of the page and sends its answer.
enum ViewerDialogs {
    static let text = #"""
        // A dialog of the page. Its words are the page's; the address above says whose.
        function ask(told) {
          const isOver = !told;
          const hadIt = !part("dialog").hidden;
          part("dialog").hidden = isOver;
          part("answer").value = isOver ? "" : told.proposal;
          if (isOver) return hadIt ? keys.focus() : undefined;
          part("asker").textContent = (part("host").textContent || "The page") + (told.kind === "alert" ? " says" : " asks");
          part("question").textContent = told.text;
          part("answer").hidden = told.kind !== "prompt";
          part("no").hidden = told.kind === "alert";
          part(told.kind === "prompt" ? "answer" : "yes").focus();
          if (told.kind === "prompt") part("answer").select();
        }
        function reply(accepts) {
          act({do: "answer", accepts, text: accepts ? part("answer").value : ""});
          ask(null);
        }
        part("dialog").addEventListener("submit", event => { event.preventDefault(); reply(true); });
        part("dialog").addEventListener("keydown", event => { if (event.key === "Escape") reply(false); });
        part("no").onclick = () => reply(false);
        """#
}
