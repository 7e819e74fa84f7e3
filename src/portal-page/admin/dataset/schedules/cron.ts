/** How often something runs, as people say it; times are in the zone of the schedule. */
export type Rhythm =
  | { readonly every: 'hour'; readonly minute: number }
  | { readonly every: 'day'; readonly hour: number; readonly minute: number }
  | { readonly every: 'week'; readonly weekday: number; readonly hour: number; readonly minute: number }
  | { readonly every: 'month'; readonly day: number; readonly hour: number; readonly minute: number };

/** The rhythm of five fields of cron; undefined where they are none of the four. */
export function rhythmOf(cron: string): Rhythm | undefined {
  const [minute, hour, day, month, weekday, ...more] = cron.trim().split(/\s+/);
  if (more.length > 0 || month !== '*' || minute === undefined || !/^\d{1,2}$/.test(minute)) return undefined;
  const m = Number(minute);
  if (hour === '*' && day === '*' && weekday === '*') return { every: 'hour', minute: m };
  if (hour === undefined || !/^\d{1,2}$/.test(hour)) return undefined;
  const h = Number(hour);
  if (day === '*' && weekday === '*') return { every: 'day', hour: h, minute: m };
  if (day === '*' && weekday !== undefined && /^[0-7]$/.test(weekday))
    return { every: 'week', weekday: Number(weekday) % 7, hour: h, minute: m };
  if (weekday === '*' && day !== undefined && /^\d{1,2}$/.test(day))
    return { every: 'month', day: Number(day), hour: h, minute: m };
  return undefined;
}

/** Five fields of cron for a rhythm. */
export function cronOf(rhythm: Rhythm): string {
  switch (rhythm.every) {
    case 'hour':
      return `${rhythm.minute} * * * *`;
    case 'day':
      return `${rhythm.minute} ${rhythm.hour} * * *`;
    case 'week':
      return `${rhythm.minute} ${rhythm.hour} * * ${rhythm.weekday}`;
    case 'month':
      return `${rhythm.minute} ${rhythm.hour} ${rhythm.day} * *`;
  }
}

/** A rhythm of another kind at the same time of the day. */
export function changedRhythm(every: Rhythm['every'], from: Rhythm | undefined): Rhythm {
  const minute = from?.minute ?? 0;
  const hour = from && 'hour' in from ? from.hour : 3;
  switch (every) {
    case 'hour':
      return { every, minute };
    case 'day':
      return { every, hour, minute };
    case 'week':
      return { every, weekday: 1, hour, minute };
    case 'month':
      return { every, day: 1, hour, minute };
  }
}
