import { failFields, type FieldErrors } from '../../kernel/fail.ts';
import type { AssetType } from './asset.entity.ts';
import { isStored } from './stored-asset-type.ts';

const longestTitle = 250;
const longestCategory = 200;
const longestUrl = 4_000;

/** What is said of an asset. */
export interface AssetContent {
  readonly assetType: AssetType;
  readonly title: string | null;
  readonly url: string | null;
  readonly category: string | null;
  readonly isShowcase: boolean;
}

/** The same as it is kept. */
interface KeptContent extends AssetContent {
  readonly remoteDataset: string | null;
}

/** What is said as it is kept: with an address as all write it, and the dataset that it may lead to. Fails INVALID_INPUT. */
export function readAsset({ assetType, title, url, category, isShowcase }: AssetContent): KeptContent {
  const address = url === null ? null : URL.parse(url);
  const errors: FieldErrors = {
    ...problem('title', isStored(assetType) ? problemOfLine(title ?? '', longestTitle) : unless(title === null, 'A dataset or a page has its own title.')),
    ...problem('url', isStored(assetType) ? problemOfUrl(url, assetType) : unless(url === null, 'A dataset or a page has its own address.')),
    ...problem('category', category === null ? undefined : problemOfLine(category, longestCategory)),
  };
  if (Object.keys(errors).length > 0) failFields(errors);
  return { assetType, title: title?.trim() ?? null, url: address?.href ?? null, category: category?.trim() ?? null, isShowcase, remoteDataset: endOfPath(address) };
}

const problem = (field: string, message: string | undefined): FieldErrors => (message === undefined ? {} : { [field]: [message] });
const unless = (isRight: boolean, message: string): string | undefined => (isRight ? undefined : message);

function problemOfLine(text: string, longest: number): string | undefined {
  if (text.trim() === '') return 'Give a text.';
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) return 'Write it on one line.';
  return unless(text.length <= longest, `Use ${longest} characters at most.`);
}

function problemOfUrl(url: string | null, assetType: AssetContent['assetType']): string | undefined {
  if (url === null) return unless(assetType !== 'external_asset', 'Tell where it is.');
  const address = url.length > longestUrl ? null : URL.parse(url);
  const isAddress = address !== null && /^https?:$/.test(address.protocol) && `${address.username}${address.password}` === '';
  return unless(isAddress, `Send an address such as https://host/path, of ${longestUrl} characters at most and without a user name.`);
}

/** The last name in a path: where catalogs have the identifier of a dataset. */
const endOfPath = (address: URL | null): string | null => address?.pathname.split('/').findLast((name) => name !== '') ?? null;
