import { useState } from 'react'
import { lastListAddress } from '../../../list/lastAddress.ts'
import { useClose } from '../../../ui/navigationGuard.ts'
import { moneyReturnPages } from '../../shared/movimientos/hrefs.ts'

const listPath = '/combustible'

/** Returns a function that leaves a carga for the page that led to it, by default the list. */
export function useCloseCarga() {
  const leave = useClose()
  // The open form may store its own address as that of the list.
  const [back] = useState(() => lastListAddress(listPath))
  return () => leave(/[?&](registro|gasto)=/.test(back) ? listPath : back, moneyReturnPages)
}
