import type { MetadataTemplate } from '#metadata/templates/template.ts';
import { calendarFields } from './calendar-fields.ts';
import { mapFields } from './map-fields.ts';

/** How the portal shows the records: table, map, gallery, calendar, charts and a custom view. */
export const visualizationTemplate: MetadataTemplate = {
  name: 'visualization',
  title: 'Visualization',
  type: 'extra',
  isActive: true,
  isAlwaysActive: true,
  isSystem: true,
  isOpen: false,
  fields: [
    {
      name: 'analyze_disabled',
      type: 'boolean',
      label: 'Analysis disabled',
      description: 'Whether the charts are switched off.',
      initial: false,
    },
    { name: 'analyze_default', type: 'text', label: 'Default analysis', description: 'The chart that is shown first.' },
    {
      name: 'table_fields',
      type: 'list',
      label: 'Table fields',
      description: 'The fields of the table, in order; all of them when unset.',
    },
    {
      name: 'table_default_sort_field',
      type: 'text',
      label: 'Table sort field',
      description: 'The field that the table is sorted by.',
    },
    {
      name: 'table_default_sort_direction',
      type: 'text',
      label: 'Table sort direction',
      description: 'The direction in which the table is sorted.',
    },
    ...mapFields,
    {
      name: 'images_disabled',
      type: 'boolean',
      label: 'Images disabled',
      description: 'Whether the gallery is switched off.',
      initial: false,
    },
    {
      name: 'media_gallery_fields',
      type: 'list',
      label: 'Gallery fields',
      description: 'The fields whose files the gallery shows.',
    },
    {
      name: 'image_title',
      type: 'text',
      label: 'Image title',
      description: 'The field that gives the title of an image.',
    },
    {
      name: 'image_fields',
      type: 'list',
      label: 'Image fields',
      description: 'The fields shown next to an image, in order.',
    },
    {
      name: 'image_tooltip_html_enabled',
      type: 'boolean',
      label: 'Image tooltip as HTML',
      description: 'Whether images are described by `image_tooltip_html`.',
      initial: false,
    },
    {
      name: 'image_tooltip_html',
      type: 'html',
      label: 'Image tooltip HTML',
      description: "The template of the images' tooltips.",
    },
    ...calendarFields,
    {
      name: 'custom_view_enabled',
      type: 'boolean',
      label: 'Custom view enabled',
      description: 'Whether the portal shows a custom view.',
      initial: false,
    },
    {
      name: 'custom_view_html',
      type: 'html',
      label: 'Custom view HTML',
      description: 'The markup of the custom view.',
    },
    {
      name: 'custom_view_css',
      type: 'longstring',
      label: 'Custom view CSS',
      description: 'The style of the custom view.',
    },
    {
      name: 'custom_view_icon',
      type: 'text',
      label: 'Custom view icon',
      description: 'The icon on the tab of the custom view.',
    },
    {
      name: 'custom_view_title',
      type: 'text',
      label: 'Custom view title',
      description: 'The title on the tab of the custom view.',
    },
    {
      name: 'custom_view_slug',
      type: 'text',
      label: 'Custom view slug',
      description: 'The part of the address that names the custom view.',
    },
  ],
};
