import type { TemplateField } from '#metadata/templates/template.ts';

/** The fields of the map, its markers and its tooltips. */
export const mapFields: readonly TemplateField[] = [
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
