import { useState } from 'react'
import { useIsPhone } from '../../../ui/useMediaQuery.ts'
import { HoursGrid } from './HoursGrid.tsx'
import { List, type RowsProps } from './List.tsx'

export function Rows(props: Omit<RowsProps, 'unfolded' | 'onUnfold'>) {
  const [unfolded, onUnfold] = useState(false)
  const all = { ...props, unfolded, onUnfold }
  return useIsPhone() ? <List {...all} /> : <HoursGrid {...all} />
}
