/** What changes: a dataset, its publication or its rulesets; the public catalog; the submissions to a form; keys, users and groups. */
export type Topic = `dataset:${string}` | 'catalog' | `form:${string}` | 'rights';

/** What a follower of topics receives. */
export interface Follower {
  /** Called after each transaction that changed a topic. `detail` is what the notification says besides the topic. */
  readonly onChange: (topic: string, detail: string) => void;
  /** Called when later changes may be missed, because the connection was lost. The follower is then forgotten. */
  readonly onLost: () => void;
}

/** Reports the committed changes of all processes, by one connection for all followers of this process. */
export interface ChangeFeed {
  /**
   * Calls the follower after each change of the topics until the returned function is called. What is read after the promise resolves has
   * all changes that were not reported. Fails where the database is out of reach.
   */
  follow(topics: readonly Topic[], follower: Follower): Promise<() => void>;
  /** Closes the connection. */
  close(): Promise<void>;
}
