import { todayIn } from '@flota/contract/dates.ts'

/** How many of the newest are kept, and of how many days the last one. */
const newestKept = 24
const daysKept = 14

const pattern = /^respaldo-(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)Z$/

/** The folder of a backup: its name sorts by its moment, and Windows takes it too. */
export const backupName = (moment: Date): string =>
  `respaldo-${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

const momentOf = (name: string): Date => new Date(name.replace(pattern, '$1:$2:$3Z'))

/** A folder's counted backups, the newest first. */
export const backupNames = (names: readonly string[]): string[] =>
  names
    .filter((name) => pattern.test(name))
    .toSorted()
    .toReversed()

/** Which of a folder's entries are counted backups beyond this many newest ones. */
export const namesBeyond = (names: readonly string[], maxKept: number): string[] =>
  backupNames(names).slice(maxKept)

/** Which of a folder's entries are counted backups that are no longer kept (docs/contract/configuration.md). */
export function expiredNames(names: readonly string[], zone: string): string[] {
  const ours = backupNames(names)
  const lastOfDays = new Map<string, string>()
  for (const name of ours) {
    const day = todayIn(zone, momentOf(name))
    if (!lastOfDays.has(day)) lastOfDays.set(day, name)
  }
  const kept = new Set([...ours.slice(0, newestKept), ...[...lastOfDays.values()].slice(0, daysKept)])
  return ours.filter((name) => !kept.has(name))
}
