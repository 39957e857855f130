/** Records that a user opened last on this device, for the search dialog. */

export interface RecentRecord {
  href: string
  /** Heading of the page when it was opened. */
  title: string
  /** What else a person calls the record, such as a trip's client and places. */
  note?: string
}

const prefix = 'recientes '
const maxRecords = 8

const isRecord = (value: unknown): value is RecentRecord =>
  typeof value === 'object' &&
  value !== null &&
  'href' in value &&
  'title' in value &&
  typeof value.href === 'string' &&
  typeof value.title === 'string' &&
  (!('note' in value) || typeof value.note === 'string')

/** Returns the newest first. Extensions and users may change the storage, so its text is checked. */
export function readRecentRecords(userId: number | string): RecentRecord[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(prefix + userId) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecord) : []
  } catch {
    return []
  }
}

function write(userId: number | string, records: readonly RecentRecord[]) {
  try {
    localStorage.setItem(prefix + userId, JSON.stringify(records.slice(0, maxRecords)))
  } catch {
    // A full storage loses only this list.
  }
}

export function forgetRecord(userId: number | string, href: string) {
  const before = readRecentRecords(userId)
  const left = before.filter((each) => each.href !== href)
  if (left.length < before.length) write(userId, left)
}

export const rememberRecord = (userId: number | string, record: RecentRecord) =>
  write(userId, [record, ...readRecentRecords(userId).filter(({ href }) => href !== record.href)])

/** Deletes the records of every user. */
export function deleteRecentRecords() {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix)) localStorage.removeItem(key)
  }
}
