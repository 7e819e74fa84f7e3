import type { TemplateField } from '#metadata/templates/template.ts';

/** The fields of the calendar, its events and its tooltips. */
export const calendarFields: readonly TemplateField[] = [
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
