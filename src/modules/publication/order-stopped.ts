/** Why an attempt must not go on. */
export class OrderStopped extends Error {
  /** `aborted`: what is written is to be kept. `lost`: the order is another attempt's, or gone with its dataset. */
  readonly why: 'aborted' | 'lost';

  constructor(why: 'aborted' | 'lost') {
    super(why === 'aborted' ? 'The publication was aborted.' : "The order is no longer this attempt's.");
    this.why = why;
  }
}
