import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../ui/Button.tsx'
import { inputClass } from '../ui/Field.tsx'

interface Props {
  page: number
  /** Undefined while unknown. */
  pages: number | undefined
  pageSize: number
  pageSizes: readonly number[]
  total: number | undefined
  /** There are more than `total`, uncounted. */
  more?: boolean
  /** Which rows are shown; otherwise the page number. */
  sentence?: string | undefined
  onPage: (page: number) => void
  onPageSize: (size: number) => void
}

const records = new Intl.NumberFormat('es-GT')

export function Pager({ page, pages, total, more = false, sentence, onPage, onPageSize, ...size }: Props) {
  const id = useId()
  const atLeast = more ? 'más de ' : ''
  return (
    <nav aria-label="Páginas" className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {size.pageSizes.length > 1 && (
        <div className="flex items-center gap-2 text-muted">
          <label htmlFor={id}>Filas por página</label>
          <select
            id={id}
            value={size.pageSize}
            onChange={(event) => onPageSize(Number(event.target.value))}
            className={`${inputClass} w-18!`}
          >
            {size.pageSizes.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
          {sentence === undefined && (
            <span className="ml-2 max-sm:hidden">
              {total !== undefined &&
                `${atLeast}${records.format(total)} ${total === 1 ? 'registro' : 'registros'}`}
            </span>
          )}
        </div>
      )}
      {sentence !== undefined && (
        <span aria-live="polite" className="text-muted max-md:w-full">
          {sentence}
        </span>
      )}
      <div className="flex items-center gap-3 max-md:w-full max-md:justify-between">
        <Button onClick={() => onPage(page - 1)} disabled={page <= 1}>
          <ChevronLeft aria-hidden="true" className="-ml-1.5 size-4.5 max-sm:hidden" />
          Anterior
        </Button>
        {sentence === undefined && (
          <span aria-live="polite" className="whitespace-nowrap">
            {pages === undefined ? `Página ${page}` : `Página ${page} de ${atLeast}${records.format(pages)}`}
          </span>
        )}
        <Button onClick={() => onPage(page + 1)} disabled={pages === undefined || (page >= pages && !more)}>
          Siguiente
          <ChevronRight aria-hidden="true" className="-mr-1.5 size-4.5 max-sm:hidden" />
        </Button>
      </div>
    </nav>
  )
}
