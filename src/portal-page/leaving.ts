import { useEffect } from 'preact/hooks';

/** Asks with `question` before the page is left, by a link, by closing it or by a reload, while there is work that is not saved. */
export function useLeavingQuestion(isUnsaved: boolean, question: string): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ending = new AbortController();
    const { signal } = ending;
    addEventListener(
      'beforeunload',
      (event) => {
        event.preventDefault();
      },
      { signal },
    );
    // before the router sees the click
    document.addEventListener(
      'click',
      (event) => {
        const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
        if (link === null || confirm(question)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    return () => {
      ending.abort();
    };
  }, [isUnsaved, question]);
}
