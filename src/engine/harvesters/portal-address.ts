import { fail } from '#kernel/fail.ts';
import { addressOf } from './harvester-settings.ts';

/** The base address of a portal from a checked setting, without parameters and without a path of its API that was copied along. */
export function portalAddress(setting: string, api?: RegExp): string {
  const url = addressOf(setting) ?? fail('SOURCE_FAILED', { reason: 'the address of the portal is not one.' });
  return `${url.origin}${url.pathname.replace(api ?? '', '').replace(/\/+$/, '')}`;
}

/** An address with parameters; those that are empty or null are left out. */
export function withParameters(address: string, parameters: Readonly<Record<string, string | number | null>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== '') query.append(name, String(value));
  return query.size === 0 ? address : `${address}${address.includes('?') ? '&' : '?'}${query.toString()}`;
}
