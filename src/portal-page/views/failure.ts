import { h } from '../dom/element.ts';
import type { Language } from '../messages/language.ts';
import type { View } from '../portal.ts';

/** The message of an error, for people. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A note in place of a part that could not be loaded. */
export const failureNote = (error: unknown): HTMLElement =>
  h('span', { class: 'error', role: 'alert' }, messageOf(error));

/** The view in place of one that could not be loaded. */
export const failureView = ({ messages }: Language, error: unknown, retry: () => void): View => ({
  title: messages.failedTitle,
  content: [
    h(
      'div',
      { class: 'centered' },
      h('h1', { tabindex: '-1' }, messages.failedTitle),
      h('p', {}, messageOf(error)),
      h('p', {}, h('button', { type: 'button', class: 'primary', on: { click: retry } }, messages.tryAgain)),
    ),
  ],
});
