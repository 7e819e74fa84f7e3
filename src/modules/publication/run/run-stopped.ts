/** A later attempt holds the lease, or the dataset was deleted: this attempt must not write. */
export class LeaseLost extends Error {
  constructor() {
    super('Another attempt holds the lease of this run.');
  }
}

/** A user aborted the run: the records written so far are kept. */
export class RunAborted extends Error {
  constructor() {
    super('The publication was aborted.');
  }
}

/** A resource could not be read, for the reason in `cause`. */
export class ResourceFailed extends Error {
  readonly resource: { readonly uid: string; readonly title: string };

  constructor({ uid, title }: ResourceFailed['resource'], cause: unknown) {
    super(`Resource ${title === '' ? uid : `${title} (${uid})`}`, { cause });
    this.resource = { uid, title };
  }
}
