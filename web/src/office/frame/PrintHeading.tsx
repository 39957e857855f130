import './print.css'
import { formatFecha } from '@flota/contract/core/format.ts'
import { useLayoutEffect, useRef } from 'react'
import { useEmpresa } from '../../api/config.ts'
import { useNow } from '../../api/useToday.ts'
import { CompanyLogo } from '../../shell/CompanyLogo.tsx'
import { usePrinting } from '../../ui/printing.ts'

/** Company, filters and day above a page that the browser prints; the page's own heading follows. */
export function PrintHeading() {
  const isPrinting = usePrinting()
  const empresa = useEmpresa()
  const ahora = useNow()
  const filters = useRef<HTMLParagraphElement>(null)
  // After the page has drawn the filters that a phone folds.
  useLayoutEffect(() => {
    if (filters.current) filters.current.textContent = chosenFilters().join(' · ')
  })
  // Loads the logo ahead: printing does not wait for it.
  const logo = <CompanyLogo className="h-8 max-w-40" />
  if (!isPrinting)
    return (
      <div hidden data-print-heading>
        {logo}
      </div>
    )
  const [day = '', time = ''] = ahora?.local.split(' ') ?? []
  return (
    <div className="mb-3 grid gap-1 border-b-2 border-ink pb-2" data-print>
      <p className="flex items-center gap-3 text-lg font-bold">
        {logo}
        <span className="flex-1">{empresa}</span>
        {day && (
          <span className="text-sm font-normal">
            Impreso el {formatFecha(day)} a las {time}
          </span>
        )}
      </p>
      <p ref={filters} className="empty:hidden first-letter:uppercase" />
    </div>
  )
}

/** Returns the words of the controls that narrow the page, which paper leaves out. */
function chosenFilters(): string[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
    'main [data-filters] :is(input, select)',
  )
  const words = document.querySelectorAll(
    'main :is([aria-pressed="true"], [data-filter]):not([data-print] *)',
  )
  return [
    ...[...fields].flatMap((field) => {
      const isSelect = field instanceof HTMLSelectElement
      // The first choice is the default.
      const text = isSelect ? field.selectedIndex > 0 && field.selectedOptions[0]?.text : field.value
      const label = field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent
      return text ? [`${label}: ${text}`] : []
    }),
    ...[...words].map(({ textContent }) => textContent),
  ]
}
