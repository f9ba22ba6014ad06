/// Questions about single controls of a page.
extension PageScript {
    /// Returns whether a field does not show what is typed.
    static let isMasked = """
        function() { return this.type === 'password' || getComputedStyle(this).webkitTextSecurity !== 'none'; }
        """

    /// Returns whether a button can be pressed. Otherwise scrolls each text to its end, which may enable it.
    static let isEnabled = """
        function() {
            if (!this.disabled && this.ariaDisabled !== 'true') return true;
            \(reading)
            for (const element of of(this.getRootNode(), 'querySelectorAll', '*'))
                if (element.scrollHeight > element.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(element).overflowY))
                    element.scrollTop = element.scrollHeight;
            return false;
        }
        """

    /// Whether the form of the field with the focus has a button that cannot be pressed yet.
    static let waitsForButton = """
        (() => {
            \(reading)
            let field = of(document, 'activeElement');
            while (field?.shadowRoot?.activeElement) field = field.shadowRoot.activeElement;
            const all = of(field?.form ?? document, 'querySelectorAll', 'button, input[type=submit], [role=button]');
            return [...all].some(button =>
                (button.disabled || button.ariaDisabled === 'true') && button.checkVisibility());
        })()
        """
}
