import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { toListState } from '../../../list/toListState.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { RowsTab, tabPage } from '../detail/RowsTab.tsx'
import { planColumns } from './planColumns.tsx'
import { planesOfHref } from './planTexts.ts'

/** Plans of a truck, the next service first. */
export function PlanesTab({ camion_id }: { camion_id: number }) {
  const answer = useEndpoint('GET /api/planes', { query: { ...tabPage, camion_id } })
  const { plan, uso, ultimo, proximo, estado } = planColumns
  return (
    <>
      <RowsTab
        title="Planes"
        list={toListState(answer, tabPage)}
        columns={[plan, uso, ultimo, proximo, estado]}
        href={planesOfHref(camion_id)}
        empty="Todavía no tiene planes."
        errorTitle="Error al cargar los planes"
      />
      <Link
        href={`/planes?registro=nuevo&camion_id=${camion_id}`}
        className={`${buttonClass()} float-right mt-3 max-md:float-none max-md:w-full`}
      >
        + Plan
      </Link>
    </>
  )
}
