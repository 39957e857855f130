import { useState } from 'react'
import { useIsPhone } from '../../../ui/useMediaQuery.ts'
import { Horas } from './HoursGrid.tsx'
import { type FilasProps, Lista } from './List.tsx'

/** A row a truck or pilot with its 24 hours; on the phone a list. */
export function Filas(props: Omit<FilasProps, 'unfolded' | 'onUnfold'>) {
  const [unfolded, onUnfold] = useState(false)
  const all = { ...props, unfolded, onUnfold }
  return useIsPhone() ? <Lista {...all} /> : <Horas {...all} />
}
