import { ChevronLeft, ChevronRight } from 'lucide-react'
import { lazy, Suspense, useId, useRef } from 'react'
import { Button } from '../ui/Button.tsx'
import { inputClass } from '../ui/Field.tsx'
import { useIsPhone } from '../ui/useIsPhone.ts'
import type { ListState } from './toListState.ts'
import type { ListAddress } from './useListAddress.ts'

const PageSizeOffer = lazy(async () => ({ default: (await import('./PageSizeOffer.tsx')).PageSizeOffer }))

interface Props {
  address: Pick<ListAddress, 'pagina' | 'porPagina' | 'sizes' | 'change' | 'keepSize'>
  list: Pick<ListState<unknown>, 'total' | 'pages' | 'more'>
  sentence?: string | undefined
}

/** Height of a row in px, at least. */
const minRowHeight = 40

const countFormat = new Intl.NumberFormat('es-GT')

export function Pager({ address, list: { pages, total, more }, sentence }: Props) {
  const { pagina: page, porPagina, sizes, change, keepSize } = address
  const id = useId()
  const size = useRef<HTMLSelectElement>(null)
  const isPhone = useIsPhone()
  const atLeast = more ? 'más de ' : ''
  // A window that is too small for more rows does not load the offer.
  const mayFitMore = sizes.some((each) => each > porPagina && each * minRowHeight < window.innerHeight)
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {sizes.length > 1 && (
        <div className="flex items-center gap-2 text-muted">
          <label htmlFor={id}>Filas por página</label>
          <select
            ref={size}
            id={id}
            value={porPagina}
            onChange={(event) => change({ porPagina: Number(event.target.value) })}
            className={`${inputClass} w-18!`}
          >
            {sizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          {sentence === undefined && (
            <span className="ml-2 max-sm:hidden">
              {total !== undefined &&
                `${atLeast}${countFormat.format(total)} ${total === 1 ? 'registro' : 'registros'}`}
            </span>
          )}
        </div>
      )}
      {keepSize && !isPhone && mayFitMore && (total ?? 0) > porPagina && (
        <Suspense fallback={null}>
          <PageSizeOffer address={address} onKeep={keepSize} onDone={() => size.current?.focus()} />
        </Suspense>
      )}
      {sentence !== undefined && (
        <span aria-live="polite" className="text-muted max-md:w-full">
          {sentence}
        </span>
      )}
      <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
        <Button onClick={() => change({ pagina: page - 1 })} disabled={page <= 1} className="shrink-0">
          <ChevronLeft className="-ml-1.5 size-4.5 max-sm:hidden" />
          Anterior
        </Button>
        {sentence === undefined && (
          <span aria-live="polite" className="text-center sm:whitespace-nowrap">
            {pages === undefined
              ? `Página ${page}`
              : `Página ${page} de ${atLeast}${countFormat.format(pages)}`}
          </span>
        )}
        <Button
          onClick={() => change({ pagina: page + 1 })}
          disabled={pages === undefined || (page >= pages && !more)}
          className="shrink-0"
        >
          Siguiente
          <ChevronRight className="-mr-1.5 size-4.5 max-sm:hidden" />
        </Button>
      </div>
    </nav>
  )
}
