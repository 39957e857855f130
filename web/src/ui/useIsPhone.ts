import { usePrinting } from './printing.ts'
import { useMediaQuery } from './useMediaQuery.ts'

/** Phones show cards instead of tables; on paper they print the tables. */
export function useIsPhone() {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  return !usePrinting() && isNarrow
}
