/** An error of the graph, with a message for people. */
export class GraphError extends Error {
  constructor(
    message: string,
    /** The code of the error, from the table of the service. */
    readonly code: string,
  ) {
    super(message);
  }
}
