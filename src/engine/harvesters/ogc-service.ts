import { fail } from '#kernel/fail.ts';
import { localName, type XmlElement, type XmlOpening } from '../extractors/xml/xml-reader.ts';
import { addressOf } from './harvester-settings.ts';
import type { HarvestSource } from './harvest-source.ts';
import { withParameters } from './portal-address.ts';
import { fetchXml } from './xml-answer.ts';
import { attributeText, elementsAt, elementsBelow, textsAt } from './xml-values.ts';

/** What a service of the OGC says of itself. */
export interface Capabilities {
  readonly version: string;
  /** The parts that were asked for, by their local names. */
  readonly parts: ReadonlyMap<string, readonly XmlElement[]>;
}

/** The parameters that make a request of an address; others, such as `map`, belong to the service. */
const requestParameters =
  /^(?:service|request|(?:accept)?versions?|type_?names?|outputformat|srsname|count|maxfeatures|layers?|styles|bbox)$/i;

/** The address of a service without the request that was copied along. Fails SOURCE_FAILED for what is no address. */
export function serviceAddress(text: string): string {
  const url = addressOf(text) ?? fail('SOURCE_FAILED', { reason: 'the address of the service is not one.' });
  for (const name of [...url.searchParams.keys()]) if (requestParameters.test(name)) url.searchParams.delete(name);
  url.hash = '';
  return url.href;
}

/** Reads what a service says of itself. Fails SOURCE_FAILED also for another service. */
export async function fetchCapabilities(
  source: HarvestSource,
  address: string,
  { service, versions, elements }: { readonly service: string; readonly versions: string; readonly elements: RegExp },
): Promise<Capabilities> {
  const parameters = { service, request: 'GetCapabilities', acceptVersions: versions };
  const answer = await fetchXml(source, withParameters(address, parameters), { elements });
  if (!isCapabilitiesOf(answer.root, service))
    fail('SOURCE_FAILED', {
      reason: `it answered with ${localName(answer.root.name).slice(0, 100)} in place of the capabilities of a ${service}. Check the address.`,
    });
  return {
    version: attributeText(answer.root, 'version'),
    parts: Map.groupBy(answer.elements, ({ name }) => localName(name)),
  };
}

const isCapabilitiesOf = ({ name }: XmlOpening, service: string): boolean =>
  localName(name) === 'Capabilities' || localName(name) === `${service}_Capabilities`;

/** An operation of a service. */
export interface Operation {
  readonly get: string | undefined;
  readonly post: string | undefined;
  /** The values that a parameter can have. */
  readonly valuesOf: (parameter: string) => readonly string[];
}

/** An operation with its addresses. One at another host is often not reachable, so that the given address is taken. */
export function operationOf({ parts }: Capabilities, name: string, given: string): Operation {
  const operation = parts.get('Operation')?.find((each) => attributeText(each, 'name') === name);
  const addressFor = (method: string): string | undefined => {
    const [found] = elementsAt(operation, `DCP/HTTP/${method}`);
    if (!found) return undefined;
    const address = URL.parse(attributeText(found, 'href'), given);
    return address?.origin === new URL(given).origin ? serviceAddress(address.href) : given;
  };
  return {
    get: addressFor('Get'),
    post: addressFor('Post'),
    valuesOf: (parameter) =>
      elementsAt(operation, 'Parameter')
        .filter((each) => attributeText(each, 'name').toLowerCase() === parameter.toLowerCase())
        .flatMap((each) => [...textsAt(each, 'Value'), ...textsAt(each, 'AllowedValues/Value')]),
  };
}

/** The value of a constraint of a service, such as `CountDefault`; an empty text where it says nothing. */
export function constraintOf({ parts }: Capabilities, name: string): string {
  const found = [
    ...(parts.get('Constraint') ?? []),
    ...(parts.get('Operation') ?? []).flatMap((operation) => elementsBelow(operation, 'Constraint')),
  ].find((each) => attributeText(each, 'name') === name);
  return textsAt(found, 'DefaultValue')[0] ?? textsAt(found, 'AllowedValues/Value')[0] ?? '';
}
