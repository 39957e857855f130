import { todayIn } from '@flota/contract/dates.ts'

/** How many of the newest are kept, and of how many days the last one. */
const newest = 24
const days = 14

const pattern = /^respaldo-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/

/** The folder of a backup: its name sorts by its moment, and Windows takes it too. */
export const folderName = (moment: Date): string =>
  `respaldo-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const momentOf = (name: string): Date => new Date(name.replace(pattern, '$1:$2:$3Z'))

/** A folder's counted backups, the newest first. */
export const counted = (names: readonly string[]): string[] =>
  names
    .filter((name) => pattern.test(name))
    .toSorted()
    .toReversed()

/** Which of a folder's entries are counted backups beyond this many newest ones. */
export const olderThan = (names: readonly string[], kept: number): string[] => counted(names).slice(kept)

/** Which of a folder's entries are counted backups that are no longer kept (docs/contract/configuration.md). */
export function outdated(names: readonly string[], zone: string): string[] {
  const ours = counted(names)
  const lastOfDays = new Map<string, string>()
  for (const name of ours) {
    const day = todayIn(zone, momentOf(name))
    if (!lastOfDays.has(day)) lastOfDays.set(day, name)
  }
  const kept = new Set([...ours.slice(0, newest), ...[...lastOfDays.values()].slice(0, days)])
  return ours.filter((name) => !kept.has(name))
}
