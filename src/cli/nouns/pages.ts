/** A page of a list of the graph. */
interface Page<Node> {
  readonly nodes: readonly Node[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** The items of a list, whose pages are read by their cursors, one at a time. */
export async function* pages<Node>(
  read: (after: string | null) => Promise<Page<Node> | null | undefined>,
): AsyncGenerator<Node> {
  let after: string | null = null;
  for (;;) {
    const page: Page<Node> | null | undefined = await read(after);
    yield* page?.nodes ?? [];
    if (!page?.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}
