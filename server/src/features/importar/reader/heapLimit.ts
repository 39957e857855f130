import { getHeapStatistics } from 'node:v8'
import { resourceLimits } from 'node:worker_threads'
import { SheetError } from './sheetError.ts'

const heapLimitBytes = (resourceLimits.maxOldGenerationSizeMb ?? Number.POSITIVE_INFINITY) * 1024 ** 2

/**
 * Of a thread V8 forgets its own limit where the program was started with --max-old-space-size: that one counts then.
 * @throws {SheetRefusal}
 */
export function assertHeapLeft(): void {
  if (getHeapStatistics().used_heap_size > heapLimitBytes) throw new SheetError('unreadable')
}
