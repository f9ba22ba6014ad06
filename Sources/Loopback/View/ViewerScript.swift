/// The script of `ViewerPage`: draws the pictures and sends the user's input.
enum ViewerScript {
    static let text = #"""
        "use strict";
        const part = name => document.getElementById(name);
        const viewer = document.body.dataset.viewer;
        const stage = part("stage"), picture = part("picture"), keys = part("keys"), card = part("card");
        const pen = picture.getContext("2d");
        let ended = false, drawn = 0;

        // What is done goes one request after the other, so that keys keep their order; what comes meanwhile goes together.
        const queue = [];
        let isSending = false;
        function act(action) {
          if (ended) return;
          const last = queue[queue.length - 1];
          if (last && last.do === action.do && action.do === "move") queue.pop();
          if (last && last.do === action.do && action.do === "scroll") {
            last.byX += action.byX;
            last.byY += action.byY;
            return;
          }
          queue.push(action);
          send();
        }
        async function send() {
          if (isSending) return;
          isSending = true;
          while (queue.length && !ended) {
            try {
              const answer = await fetch("actions?" + viewer, {
                method: "POST", headers: {"Content-Type": "application/json"},
                body: JSON.stringify(queue.splice(0, 100)) });
              if (answer.status === 409) end("elsewhere");
            } catch { end("lost"); }
          }
          isSending = false;
        }

        const endings = {
          finished: ["You can close this window", "Your sign-in has reached fedauth, which continues in your terminal."],
          cancelled: ["Cancelled", "The sign-in was given up. You may close this window."],
          failed: ["The sign-in has ended", "The command says why. You may close this window."],
          elsewhere: ["Shown in another window", "The sign-in can be worked in one window at a time.", "Show it here"],
          lost: ["The connection is gone", "The command has ended, or its machine cannot be reached.", "Try again"] };
        function end(kind, words) {
          if (ended) return;
          ended = true;
          const [headline, text, button] = endings[kind] || endings.failed;
          const look = {finished: "good", elsewhere: "wait"}[kind] || "bad";
          card.className = look;
          part("sign").setAttribute("d", {good: "M14 25l7 7 14-15", bad: "M24 13v14M24 34v.5"}[look]
            || part("sign").getAttribute("d"));
          part("headline").textContent = headline;
          part("words").textContent = words || text;
          part("again").textContent = button || "";
          part("again").hidden = !button;
          part("bar").hidden = true;
          card.hidden = false;
          document.title = headline + " - fedauth";
        }
        part("again").onclick = () => location.reload();

        // The stream: two lengths, a JSON text, a picture; again and again.
        async function watch() {
          let rest = new Uint8Array(0);
          try {
            const answer = await fetch("window?" + viewer, {cache: "no-store"});
            if (answer.status === 409) return end("elsewhere");
            if (!answer.ok) return end("lost");
            const reader = answer.body.getReader();
            for (;;) {
              const {value, done} = await reader.read();
              if (done) break;
              const all = new Uint8Array(rest.length + value.length);
              all.set(rest);
              all.set(value, rest.length);
              rest = all;
              for (;;) {
                if (rest.length < 8) break;
                const view = new DataView(rest.buffer, rest.byteOffset);
                const text = view.getUint32(0), size = view.getUint32(4);
                if (rest.length < 8 + text + size) break;
                take(JSON.parse(new TextDecoder().decode(rest.subarray(8, 8 + text))),
                  rest.slice(8 + text, 8 + text + size));
                rest = rest.subarray(8 + text + size);
              }
            }
          } catch {}
          end("lost");
        }
        function take(told, bytes) {
          if (told.end) return end(told.end, told.words);
          if ("host" in told) caption(told);
          if ("dialog" in told) ask(told.dialog);
          if (told.picture) draw(told.picture, bytes);
        }
        function caption(told) {
          part("lock").toggleAttribute("hidden", !told.secure || !told.host);
          part("warning").hidden = told.secure || !told.host;
          part("host").textContent = told.host;
          part("path").textContent = told.path;
          part("address").title = told.scheme + told.host + told.path;
          part("title").textContent = told.title;
          document.title = "Sign in: " + told.host + " - fedauth";
        }
        async function draw(number, bytes) {
          try {
            const image = await createImageBitmap(new Blob([bytes], {type: "image/jpeg"}));
            if (number > drawn) {
              drawn = number;
              if (picture.width !== image.width) picture.width = image.width;
              if (picture.height !== image.height) picture.height = image.height;
              pen.drawImage(image, 0, 0);
              if (!ended) card.hidden = true;
            }
            image.close();
          } catch {}
          act({do: "seen", picture: number});
        }

        // The window there is as large as the stage here.
        let resizing = 0;
        function resize() {
          const limit = (value, low) => Math.max(low, Math.min(2400, Math.round(value)));
          act({do: "resize", width: limit(stage.clientWidth, 280), height: limit(stage.clientHeight, 200),
            scale: Math.max(1, Math.min(2, window.devicePixelRatio || 1)) });
        }
        new ResizeObserver(() => { clearTimeout(resizing); resizing = setTimeout(resize, 120); }).observe(stage);

        // Mouse, pen and fingers.
        const held = event => event.altKey | event.ctrlKey << 1 | event.metaKey << 2 | event.shiftKey << 3;
        function place(event) {
          const box = picture.getBoundingClientRect();
          const width = Math.max(280, stage.clientWidth), height = Math.max(200, stage.clientHeight);
          return {x: (event.clientX - box.left) * width / box.width, y: (event.clientY - box.top) * height / box.height};
        }
        let press = null, count = 0, finger = null;
        picture.addEventListener("pointerdown", event => {
          const at = place(event);
          if (event.pointerType === "touch") {
            finger = event.isPrimary ? {...at, from: at, isDrawn: false} : null;
            return;
          }
          event.preventDefault();
          keys.focus({preventScroll: true});
          if (event.button !== 0) return;
          picture.setPointerCapture(event.pointerId);
          const isAgain = press && event.timeStamp - press.time < 500 && Math.hypot(at.x - press.x, at.y - press.y) < 5;
          count = isAgain ? count % 3 + 1 : 1;
          press = {...at, time: event.timeStamp};
          act({do: "press", ...at, button: 0, count, modifiers: held(event)});
        });
        picture.addEventListener("pointermove", event => {
          const at = place(event);
          if (event.pointerType !== "touch") {
            return act({do: "move", ...at, ...(event.buttons & 1 ? {button: 0} : {}), modifiers: held(event)});
          }
          if (!finger || !event.isPrimary) return;
          if (!finger.isDrawn && Math.hypot(at.x - finger.from.x, at.y - finger.from.y) < 10) return;
          finger.isDrawn = true;
          act({do: "scroll", ...finger.from, byX: finger.x - at.x, byY: finger.y - at.y});
          finger.x = at.x;
          finger.y = at.y;
        });
        picture.addEventListener("pointerup", event => {
          const at = place(event);
          if (event.pointerType !== "touch") {
            if (event.button === 0) act({do: "release", ...at, button: 0, count, modifiers: held(event)});
            return;
          }
          if (finger && !finger.isDrawn) {
            keys.focus({preventScroll: true});
            act({do: "move", ...at});
            act({do: "press", ...at, button: 0, count: 1});
            act({do: "release", ...at, button: 0, count: 1});
          }
          finger = null;
        });
        picture.addEventListener("pointercancel", () => { finger = null; });
        // After a tap the browser sends what a mouse would have sent, and that takes the focus away.
        picture.addEventListener("mousedown", event => event.preventDefault());
        picture.addEventListener("focus", () => keys.focus({preventScroll: true}));
        picture.addEventListener("contextmenu", event => event.preventDefault());
        picture.addEventListener("wheel", event => {
          event.preventDefault();
          const unit = [1, 20, 400][event.deltaMode];
          act({do: "scroll", ...place(event), byX: event.deltaX * unit, byY: event.deltaY * unit});
        }, {passive: false});

        // Keys. The field that takes them is always the same and never holds what was typed: a blank stands in it, so that a
        // telephone's keyboard has something to erase.
        const blank = " ";
        const empty = () => { keys.value = blank; keys.setSelectionRange(1, 1); };
        empty();
        const named = {Enter: "\r", Tab: "", Backspace: "", Delete: "", Escape: "", ArrowLeft: "", ArrowRight: "",
          ArrowUp: "", ArrowDown: "", Home: "", End: "", PageUp: "", PageDown: "", Insert: ""};
        const stroke = (key, number, text, modifiers, code) =>
          act({do: "key", key, code: code || "", number, text, modifiers});
        keys.addEventListener("keydown", event => {
          if (event.isComposing || event.keyCode === 229) return;
          const isTyping = event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);
          if (event.key in named) {
            event.preventDefault();
            const text = isTyping ? named[event.key] : "";
            stroke(event.key, event.keyCode & 255, text, held(event), event.code);
          } else if ([...event.key].length === 1 && isTyping) {
            event.preventDefault();
            stroke(event.key, event.keyCode & 255, event.key, held(event) & 8, event.code);
          } else if ((event.ctrlKey || event.metaKey) && ["a", "z"].includes(event.key)) {
            event.preventDefault();
            stroke(event.key, event.keyCode & 255, "", held(event), event.code);
          }
        });
        keys.addEventListener("beforeinput", event => {
          if (event.isComposing || event.inputType.includes("omposition")) return;
          event.preventDefault();
          if (event.inputType === "deleteContentBackward") stroke("Backspace", 8, "", 0, "Backspace");
          else if (event.inputType === "insertLineBreak") stroke("Enter", 13, "\r", 0, "Enter");
          else if (event.data) act({do: "text", text: event.data});
        });
        keys.addEventListener("compositionend", event => {
          if (event.data) act({do: "text", text: event.data});
          empty();
        });
        keys.addEventListener("paste", event => {
          event.preventDefault();
          const text = event.clipboardData.getData("text");
          if (text) act({do: "text", text});
        });

        part("back").onclick = () => { act({do: "back"}); keys.focus(); };
        part("reload").onclick = () => { act({do: "reload"}); keys.focus(); };
        part("keyboard").onclick = () => keys.focus();
        part("cancel").onclick = () => act({do: "cancel"});
        keys.focus();
        watch();
        """#
}
