import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import type { ListAddress } from './useListAddress.ts'

/** Space below the list in px. */
const bottomSpace = 24

/** Returns the largest size whose rows fit in the window below the list's first row, else 0. */
function fittingSize(place: HTMLElement, sizes: readonly number[]) {
  const card = place.closest('[data-list]')
  const body = card?.querySelector('tbody')
  if (!card || !body || body.rows.length === 0) return 0
  const { top, bottom, height } = body.getBoundingClientRect()
  const below = card.getBoundingClientRect().bottom - bottom
  const rowHeight = height / body.rows.length
  const rows = Math.floor((window.innerHeight - bottomSpace - below - top - window.scrollY) / rowHeight)
  return sizes.findLast((size) => size <= rows) ?? 0
}

interface Props {
  address: Pick<ListAddress, 'porPagina' | 'sizes' | 'change'>
  onKeep: () => void
  /** Called before the buttons disappear, one of which has the focus. */
  onDone: () => void
}

/** Offers the page size that fits the window, until the user has chosen one on this device. */
export function PageSizeOffer({ address: { porPagina, sizes, change }, onKeep, onDone }: Props) {
  const [size, setSize] = useState<number>()
  const measure = (place: HTMLElement | null) => {
    if (place) setSize(fittingSize(place, sizes))
  }
  if (size === undefined) return <span hidden ref={measure} />
  if (size <= porPagina) return null
  const choose = (act: () => void) => () => {
    onDone()
    act()
  }
  return (
    <div className="flex flex-wrap items-center gap-x-1 text-muted print:hidden">
      <span>En esta ventana caben {size} filas.</span>
      <Button look="quiet" className="px-2! text-link" onClick={choose(() => change({ porPagina: size }))}>
        Mostrar {size}
      </Button>
      <Button look="quiet" className="px-2!" onClick={choose(onKeep)}>
        Dejar en {porPagina}
      </Button>
    </div>
  )
}
