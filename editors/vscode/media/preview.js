// Runs in the preview's page: puts the server's content there, keeps the cursor's post in view, and reports clicks.
// @ts-check

(() => {
  const editor = acquireVsCodeApi();
  const said = document.getElementById('said');
  const content = document.getElementById('content');
  const style = new CSSStyleSheet();
  let css = '';
  let current;
  let inView = true;

  document.adoptedStyleSheets = [style, ...document.adoptedStyleSheets];

  const orders = {
    show({ html }) {
      const page = new DOMParser().parseFromString(html, 'text/html');
      const sheet = page.querySelector('style');
      // The page's own sheet is never an element: the policy lets none in but the frame's.
      if (sheet && sheet.textContent !== css) {
        css = sheet.textContent;
        style.replaceSync(css);
      }
      said.textContent = '';
      replace(content, [...page.querySelectorAll('.reachweaver')]);
      mark();
    },
    say({ text }) {
      said.textContent = text;
      content.replaceChildren();
    },
    focus({ variant }) {
      if (variant !== current) {
        current = variant;
        inView = false;
        mark();
      }
    },
    remember({ uri }) {
      editor.setState({ uri });
    },
  };

  /** Puts nodes in place of others, and leaves alone what has not changed: scrolling and selections survive. */
  function replace(parent, nodes) {
    const old = [...parent.childNodes];
    nodes.forEach((node, index) => {
      const before = old[index];
      if (before === undefined) {
        parent.append(node);
      } else if (before.nodeType !== Node.ELEMENT_NODE || !sameShell(before, node)) {
        before.replaceWith(node);
      } else if (!before.isEqualNode(node)) {
        if (before.matches('.reachweaver, main')) {
          replace(before, [...node.childNodes]);
        } else {
          keepOpen(before, node);
          before.replaceWith(node);
        }
      }
    });
    old.slice(nodes.length).forEach((node) => node.remove());
  }

  function sameShell(one, other) {
    return one.nodeName === other.nodeName && one.id === other.id;
  }

  /** What was opened stays open. */
  function keepOpen(before, after) {
    const opened = before.querySelectorAll('details');
    after.querySelectorAll('details').forEach((details, index) => {
      details.open = opened[index]?.open ?? details.open;
    });
  }

  function card(variant) {
    return variant === undefined ? undefined : content.querySelector(`[data-variant="${variant}"]`);
  }

  /** Shows which post the cursor is in; the first time, it is brought into view. */
  function mark() {
    content.querySelectorAll('.under-cursor').forEach((one) => one.classList.remove('under-cursor'));
    const post = card(current);
    post?.classList.add('under-cursor');
    if (post && !inView) {
      inView = true;
      post.scrollIntoView({ block: 'start' });
    }
  }

  /** The cursor is about to go where a click leads: the page must not move away from under the pointer for that. */
  function stay({ kind, variant }) {
    current = kind === 'evidence' ? undefined : variant;
    inView = true;
    mark();
  }

  function numberIn(element, name) {
    const value = element.getAttribute(name);
    return value === null ? null : Number(value);
  }

  /** What was clicked, for the editor; nothing for what belongs to the page alone, as a web link or a fold does. */
  function clicked(target) {
    if (target.closest('summary, input, a[href^="http"]')) {
      return undefined;
    }
    const variant = numberIn(target.closest('[data-variant]') ?? document.body, 'data-variant');
    const place = target.closest('.mark[data-start], .finding');
    if (place && variant !== null) {
      return { kind: 'mark', variant, start: numberIn(place, 'data-start'), end: numberIn(place, 'data-end') };
    }
    const use = target.closest('.uses a[href^="#"]');
    const words = use && document.getElementById(use.getAttribute('href').slice(1));
    if (words) {
      return clicked(words);
    }
    const source = target.closest('[data-evidence-id]');
    if (source) {
      return { kind: 'evidence', id: source.getAttribute('data-evidence-id') };
    }
    const link = target.closest('nav a[href^="#v"]');
    if (link) {
      return { kind: 'variant', variant: Number(link.getAttribute('href').slice(2)) };
    }
    return target.closest('.channel') && variant !== null ? { kind: 'variant', variant } : undefined;
  }

  content.addEventListener('click', (event) => {
    const click = event.target instanceof Element ? clicked(event.target) : undefined;
    // A selection of words to copy is no click.
    if (click && String(getSelection()) === '') {
      // The page stays where it is: the text is what was asked for.
      if (click.kind !== 'variant') {
        event.preventDefault();
        event.stopPropagation();
      }
      stay(click);
      editor.postMessage(click);
    }
  });
  window.addEventListener('message', ({ data }) => orders[data.order]?.(data));
  editor.postMessage({ kind: 'ready' });
})();
