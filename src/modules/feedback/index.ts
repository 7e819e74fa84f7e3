import type { CatalogModule } from '#api/catalog-module.ts';
import { FeedbackEntity } from './feedback.entity.ts';
import { FeedbackResolver } from './feedback.resolver.ts';
import { feedbacks } from './feedback.source.ts';

export { FeedbackEntity };

/** Feedback of users on the records of datasets. */
export const feedbackModule: CatalogModule = {
  name: 'feedback',
  entities: [FeedbackEntity],
  resolvers: [FeedbackResolver],
  sources: [feedbacks],
};
