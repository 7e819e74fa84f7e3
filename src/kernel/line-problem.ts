/** What keeps a text from being one line of so many characters at most; undefined when nothing does. */
export function lineProblem(text: string, longest: number): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'Write it on one line.';
  return text.length > longest ? `Use ${longest} characters at most.` : undefined;
}
