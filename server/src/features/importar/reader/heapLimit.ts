import { getHeapStatistics } from 'node:v8'
import { resourceLimits } from 'node:worker_threads'
import { SheetRefusal } from './sheetError.ts'

const most = (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * 1024 ** 2

/**
 * Of a thread V8 forgets its own limit where the program was started with --max-old-space-size: that one counts then.
 * @throws {SheetRefusal}
 */
export function refuseWhereFull(): void {
  if (getHeapStatistics().used_heap_size > most) throw new SheetRefusal('unreadable')
}
