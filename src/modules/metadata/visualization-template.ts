import type { MetadataTemplate, TemplateField } from './template.ts';

/** The fields of the map, its markers and its tooltips. */
const mapFields: readonly TemplateField[] = [
  {
    name: 'map_disabled',
    type: 'boolean',
    label: 'Map disabled',
    description: 'Whether the map is switched off.',
    initial: false,
  },
  { name: 'map_marker_picto', type: 'text', label: 'Marker icon', description: "The icon of the map's markers." },
  { name: 'map_marker_color', type: 'text', label: 'Marker color', description: "The color of the map's markers." },
  {
    name: 'map_marker_hidemarkershape',
    type: 'boolean',
    label: 'Marker shape hidden',
    description: 'Whether markers are shown without a shape around the icon.',
    initial: false,
  },
  {
    name: 'map_tooltip_title',
    type: 'text',
    label: 'Map tooltip title',
    description: "The field that gives the title of the map's tooltips.",
  },
  {
    name: 'map_tooltip_fields',
    type: 'list',
    label: 'Map tooltip fields',
    description: "The fields of the map's tooltips, in order.",
  },
  {
    name: 'map_tooltip_disabled',
    type: 'boolean',
    label: 'Map tooltip disabled',
    description: 'Whether the map has no tooltips.',
    initial: false,
  },
  {
    name: 'map_tooltip_html_enabled',
    type: 'boolean',
    label: 'Map tooltip as HTML',
    description: "Whether the map's tooltips follow `map_tooltip_html`.",
    initial: false,
  },
  {
    name: 'map_tooltip_html',
    type: 'html',
    label: 'Map tooltip HTML',
    description: "The template of the map's tooltips.",
  },
  {
    name: 'map_tooltip_sort_field',
    type: 'text',
    label: 'Map tooltip sort field',
    description: 'The field that records of one place are sorted by.',
  },
  {
    name: 'map_tooltip_sort_direction',
    type: 'text',
    label: 'Map tooltip sort direction',
    description: 'The direction in which records of one place are sorted.',
  },
  { name: 'map_basemap', type: 'text', label: 'Base map', description: 'The map below the markers.' },
];

/** The fields of the calendar, its events and its tooltips. */
const calendarFields: readonly TemplateField[] = [
  {
    name: 'calendar_enabled',
    type: 'boolean',
    label: 'Calendar enabled',
    description: 'Whether there is a calendar.',
    initial: false,
  },
  {
    name: 'calendar_event_title',
    type: 'text',
    label: 'Event title',
    description: 'The field that gives the title of an event.',
  },
  {
    name: 'calendar_event_start',
    type: 'text',
    label: 'Event start',
    description: 'The field with the start of an event.',
  },
  { name: 'calendar_event_end', type: 'text', label: 'Event end', description: 'The field with the end of an event.' },
  {
    name: 'calendar_tooltip_html_enabled',
    type: 'boolean',
    label: 'Calendar tooltip as HTML',
    description: "Whether the calendar's tooltips follow `calendar_tooltip_html`.",
    initial: false,
  },
  {
    name: 'calendar_tooltip_html',
    type: 'html',
    label: 'Calendar tooltip HTML',
    description: "The template of the calendar's tooltips.",
  },
  {
    name: 'calendar_tooltip_fields',
    type: 'list',
    label: 'Calendar tooltip fields',
    description: "The fields of the calendar's tooltips, in order.",
  },
  { name: 'calendar_event_color', type: 'text', label: 'Event color', description: 'The color of the events.' },
  {
    name: 'calendar_available_views',
    type: 'text',
    label: 'Calendar views',
    description: 'The views to choose from: month, week, day.',
  },
  {
    name: 'calendar_default_view',
    type: 'text',
    label: 'Default calendar view',
    description: 'The view that is shown first.',
  },
];

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
