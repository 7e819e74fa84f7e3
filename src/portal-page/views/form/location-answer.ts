import { h } from '#portal-page/dom/element.ts';
import type { Answer, BlockContext } from './answer.ts';

/** A place in degrees, which the visitor enters or the device knows; `location_search` also asks for its name. */
export function locationAnswer({ block, inputId, portal }: BlockContext): Answer {
  const { messages } = portal.language();
  const degrees = (name: string, max: number) =>
    h('input', { id: `${inputId}-${name}`, type: 'number', min: -max, max, step: 'any', inputmode: 'decimal' });
  const [latitude, longitude] = [degrees('lat', 90), degrees('lon', 180)];
  const place = h('input', { id: `${inputId}-name`, type: 'text', maxlength: 1000 });
  const locate = (): void => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        latitude.value = coords.latitude.toFixed(6);
        longitude.value = coords.longitude.toFixed(6);
      },
      () => {
        portal.announce(messages.positionUnavailable);
      },
    );
  };
  const field = (label: string, input: HTMLInputElement) => h('div', {}, h('label', { for: input.id }, label), input);
  return {
    isGroup: true,
    element: h(
      'div',
      { class: 'parts-of-answer' },
      block.type === 'location_search' && field(messages.placeName, place),
      field(messages.latitude, latitude),
      field(messages.longitude, longitude),
      h('div', { class: 'align-end' }, h('button', { type: 'button', on: { click: locate } }, messages.useMyPosition)),
    ),
    value: () => {
      const name = place.value.trim();
      if (latitude.value === '' && longitude.value === '' && name === '') return null;
      return {
        lat: latitude.value === '' ? null : latitude.valueAsNumber,
        lon: longitude.value === '' ? null : longitude.valueAsNumber,
        ...(name !== '' && { name }),
      };
    },
  };
}
