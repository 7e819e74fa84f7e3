import type { ColumnFunctions } from '#platform/columns/column-functions.ts';

/** The length of a week in microseconds, and the number of weeks from 1970 to 2040. */
const week = '604800000000';
const weeks = 3_653;

/** Instants, local times, and their texts. */
export const timeFunctions: ColumnFunctions = {
  macros: [
    // The local time of an instant. The engine converts to UTC as slowly as to any other zone, so UTC has a way of its own.
    `create macro odsql.calendar_clock(instant, zone) as
      case when zone = 'UTC' then make_timestamp(epoch_us(instant)) else instant at time zone zone end`,
    // The microseconds between UTC and a zone at the beginning of each week: some thousand conversions, once for a statement.
    `create macro odsql.week_offsets(zone) as (select list(epoch_us(make_timestamptz(number * ${week}) at time zone zone) - number * ${week} order by number)
      from range(0, ${weeks}) as weeks (number))`,
    // Where both ends of a week have the same offset, so have all instants between them, and a sum takes a tenth of a conversion.
    `create macro odsql.clock_in_week(instant, zone, offsets) as make_timestamp(epoch_us(instant) + case
      when epoch_us(instant) >= 0 and offsets[epoch_us(instant) // ${week} + 1] = offsets[epoch_us(instant) // ${week} + 2]
      then offsets[epoch_us(instant) // ${week} + 1] else epoch_us(instant at time zone zone) - epoch_us(instant) end)`,
    // To prepare what other zones need costs as much as a small page, also where the zone is UTC.
    'create macro odsql.utc_clock(instant) as make_timestamp(epoch_us(instant))',
    `create macro odsql.clock(instant, zone) as case when zone = 'UTC' then make_timestamp(epoch_us(instant))
      else odsql.clock_in_week(instant, zone, odsql.week_offsets(zone)) end`,
    // The instant that is so many microseconds after 1970.
    'create macro odsql.instant(microseconds) as make_timestamptz(microseconds)',
    // The instant at which a day begins in UTC.
    'create macro odsql.midnight(day) as make_timestamptz(epoch_us(day))',
    'create macro odsql.date_text(day) as day::text',
    // A local time in ISO 8601, with as many decimals as it needs.
    `create macro odsql.clock_text(clock) as case when microsecond(clock) % 1000000 = 0 then strftime(clock, '%Y-%m-%dT%H:%M:%S')
      else rtrim(strftime(clock, '%Y-%m-%dT%H:%M:%S.%f'), '0') end`,
    // An offset from UTC in whole minutes.
    `create macro odsql.zone_offset_text(minutes) as concat(case when minutes < 0 then '-' else '+' end,
      lpad((abs(minutes) // 60)::text, 2, '0'), ':', lpad((abs(minutes) % 60)::text, 2, '0'))`,
    // The minutes between UTC and a zone at an instant. Historical offsets had seconds, which ISO 8601 cannot write.
    `create macro odsql.offset_minutes(instant, zone) as
      round((epoch_us(odsql.calendar_clock(instant, zone)) - epoch_us(instant)) / 60000000)::int`,
    // The local time of an instant in a zone, with its offset.
    `create macro odsql.zoned(instant, zone) as case when zone = 'UTC' then odsql.clock_text(make_timestamp(epoch_us(instant))) || '+00:00'
      else odsql.clock_text(make_timestamp(epoch_us(instant) + odsql.offset_minutes(instant, zone) * 60000000::bigint))
        || odsql.zone_offset_text(odsql.offset_minutes(instant, zone)) end`,
  ],
  scalars: [],
};
