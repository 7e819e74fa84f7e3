import { h } from './dom/element.ts';
import type { KeyStore } from './graph/key-store.ts';
import type { Language } from './messages/language.ts';

/** Opens the dialog in which the visitor enters a key, and calls `onChange` after a change. */
export function openKeyDialog({ messages }: Language, keys: KeyStore, onChange: () => void): void {
  const input = h('input', { id: 'key', type: 'password', autocomplete: 'off', spellcheck: 'false', required: true });
  const change = (key: string | undefined) => (): void => {
    dialog.close();
    keys.write(key);
    onChange();
  };
  const form = h(
    'form',
    { method: 'dialog' },
    h('h2', { id: 'key-title' }, messages.apiKey),
    h('p', { class: 'quiet' }, messages.keyPurpose),
    h('label', { for: 'key' }, messages.apiKey),
    input,
    h(
      'div',
      { class: 'buttons' },
      h('button', { type: 'submit', class: 'primary' }, messages.useKey),
      keys.read() !== undefined &&
        h('button', { type: 'button', on: { click: change(undefined) } }, messages.forgetKey),
      h('button', { type: 'button', on: { click: () => dialog.close() } }, messages.cancel),
    ),
  );
  const dialog = h('dialog', { 'aria-labelledby': 'key-title' }, form);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (input.value.trim() !== '') change(input.value.trim())();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}
