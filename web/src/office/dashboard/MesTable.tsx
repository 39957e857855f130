import { monthTitle } from '@flota/contract/calendario.ts'
import { quetzales } from '@flota/contract/format.ts'
import { ChevronRight } from 'lucide-react'
import type { Month } from './figures.ts'

export function MesTable({ now, before }: { now: Month; before: Month }) {
  const days = Math.max(now.income.length, before.income.length)
  const amount = ({ income }: Month, index: number) => {
    const value = income[index]
    return value === undefined ? '—' : quetzales(value)
  }
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-9 cursor-pointer items-center gap-1 rounded-ui font-semibold text-link max-md:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 group-open:rotate-90" />
        Ver los números
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who has no mouse scrolls it by keyboard */}
      <section aria-label="Ingresos acumulados" tabIndex={0} className="mt-2 max-h-80 overflow-auto">
        <table className="w-full border-separate border-spacing-0 *:*:*:h-8 *:*:*:border-b *:*:*:border-line *:*:*:px-2 *:*:*:text-right">
          <caption className="pb-2 text-left text-muted">Ingresos acumulados, día por día</caption>
          <thead>
            <tr className="*:sticky *:top-0 *:bg-sunken">
              <th scope="col" className="w-16">
                Día
              </th>
              <th scope="col">{monthTitle(now.month)}</th>
              <th scope="col">{monthTitle(before.month)}</th>
            </tr>
          </thead>
          <tbody>
            {Array.from({ length: days }, (_, index) => (
              <tr key={index}>
                <th scope="row" className="font-normal text-muted">
                  {index + 1}
                </th>
                <td>{amount(now, index)}</td>
                <td>{amount(before, index)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
