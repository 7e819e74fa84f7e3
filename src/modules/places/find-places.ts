import type { RequestContext } from '#api/context.ts';
import { clientIdentity } from '#api/session.ts';
import { CatalogError, fail, failOnFields, type FieldErrors } from '#kernel/fail.ts';
import { isLanguage } from '#kernel/language.ts';
import { isStorable } from '#engine/records/record.ts';
import type { Place, PlaceQuestion } from '#platform/geocoder.ts';

const maxSearchLength = 200;
/** How many questions each caller may have the geocoder answer in a minute. */
const questionsPerMinute = 30;

/** The places with a name, the best first. Fails INVALID_INPUT, RATE_LIMIT_EXCEEDED and GEOCODER_UNAVAILABLE. */
export async function findPlaces(ctx: RequestContext, text: string, language: string): Promise<readonly Place[]> {
  const search = text
    .slice(0, 2 * maxSearchLength)
    .trim()
    .replace(/\s+/g, ' ');
  const isSearch = search !== '' && search.length <= maxSearchLength && isStorable(search);
  failOnFields({
    ...(!isSearch && { search: [`Give 1 to ${maxSearchLength} characters.`] }),
    ...languageProblems(language),
  });
  return ask(ctx, { search, language });
}

/** The place at a point; null where none is known. Fails as `findPlaces` does. */
export async function findNearestPlace(
  ctx: RequestContext,
  { lat, lon }: { readonly lat: number; readonly lon: number },
  language: string,
): Promise<Place | null> {
  failOnFields({
    ...(!(Math.abs(lat) <= 90) && { lat: ['Give a number of degrees from -90 to 90.'] }),
    ...(!(Math.abs(lon) <= 180) && { lon: ['Give a number of degrees from -180 to 180.'] }),
    ...languageProblems(language),
  });
  const [place] = await ask(ctx, { lat, lon, language });
  return place ?? null;
}

const languageProblems = (language: string): FieldErrors =>
  isLanguage(language) ? {} : { language: ['Use an ISO 639-1 language code, such as en.'] };

async function ask(ctx: RequestContext, question: PlaceQuestion): Promise<readonly Place[]> {
  const { geocoder, log } = ctx.app;
  if (!geocoder) fail('GEOCODER_UNAVAILABLE', { reason: 'GEOCODER_URL is not set on this server.' });
  try {
    return await geocoder.find(question, () => countQuestion(ctx));
  } catch (error) {
    if (error instanceof CatalogError && error.code === 'RATE_LIMIT_EXCEEDED') throw error;
    log.warn({ err: error }, 'the geocoder did not answer');
    return fail('GEOCODER_UNAVAILABLE', { reason: 'its service sent no valid response; try again in a moment.' });
  }
}

/** Counts a question that goes to the geocoder. Fails RATE_LIMIT_EXCEEDED after too many. */
async function countQuestion({ app: { attemptRateLimiter }, session }: RequestContext): Promise<void> {
  const key = JSON.stringify(['places', ...clientIdentity(session)]);
  const seconds = await attemptRateLimiter.attempt({ key, limit: questionsPerMinute });
  if (seconds > 0) fail('RATE_LIMIT_EXCEEDED', { limit: questionsPerMinute, unit: 'searches for places', seconds });
}
