import type { ImportTipo } from '@flota/contract/importarCampos.ts'
import { importTiposOf } from '@flota/contract/importarWords.ts'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSession } from '../../../api/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useOnDemand } from '../../../ui/useLazyModule.ts'
import { useMediaQuery } from '../../../ui/useMediaQuery.ts'
import { useAskBeforeLeaving } from '../../../ui/useNavigationGuard.ts'
import { Elegir } from './ChooseFile.tsx'
import { Importaciones } from './ImportHistory.tsx'
import { Resultado } from './ImportResultCard.tsx'
import { columnsOf } from './importDraft.ts'
import { useWork } from './useImportDraft.ts'
import { useRevision } from './useImportPreview.ts'
import { type Brought, useTraer } from './useSubmitImport.ts'

/** Which of those that the user may bring in; the first where the address says none of them. */
function useTipo(tipos: readonly ImportTipo[]) {
  const [search] = useSearchParams()
  const [path, navigate] = useLocation()
  return {
    tipo: tipos.find((each) => each === search.get('tipo')) ?? tipos[0],
    setTipo: (tipo: ImportTipo) => navigate(`${path}?tipo=${tipo}`, { replace: true }),
  }
}

/** A list from a sheet: it is dropped, seen row by row, brought in whole or not at all, and can be undone for a day. */
export function ImportarPage() {
  const session = useSession()
  const tipos = session ? importTiposOf(session) : []
  const { tipo, setTipo } = useTipo(tipos)
  const fits = useMediaQuery('(min-width: 480px)')
  const { work, change, choose, chooseSheet, drop } = useWork(tipo)
  const [brought, setBrought] = useState<Brought | null>(null)
  const revision = useRevision(work, {
    onRead: (data) => {
      // What was said of columns is of a sheet that has the same ones.
      if (work?.columns && work.columns !== columnsOf(data)) change({ sources: null, columns: null })
    },
    onFailed: ({ campos }) => {
      if (campos.hoja && work?.hoja !== undefined) change({ hoja: undefined, sources: null, columns: null })
    },
  })
  const traer = useTraer()
  useAskBeforeLeaving(work?.sources != null || traer.busy, drop)
  const loaded = useOnDemand(work !== null, 'la revisión', () => import('./preview/Preview.tsx'), drop)
  const bring = async () => {
    const done = work && (await traer.bring(work))
    if (done && 'importacion' in done) {
      setBrought(done)
      drop()
    } else if (done?.campos.archivo) {
      // Of what is there something is another than when the rows were revised.
      revision.again()
    }
  }
  return (
    <>
      <PageHeading title="Importar" />
      <div className="grid grid-cols-1 gap-6">
        {!fits && <TooNarrow />}
        {fits && tipo && (
          <>
            {brought && <Resultado brought={brought} onUndone={setBrought} />}
            <Elegir
              tipos={tipos}
              tipo={tipo}
              file={work?.file ?? null}
              onTipo={setTipo}
              onFile={(file) => {
                setBrought(null)
                choose(file, work?.sources && revision.data ? columnsOf(revision.data) : null)
              }}
            />
            {work && loaded && (
              <loaded.Revisa
                work={work}
                revision={revision}
                traer={traer}
                onChange={change}
                onSheet={chooseSheet}
                onBring={() => void bring()}
              />
            )}
          </>
        )}
        <Importaciones />
      </div>
    </>
  )
}

const TooNarrow = () => (
  <Banner kind="notice" title="Importar necesita una pantalla más grande">
    Ábrelo en una computadora: aquí no caben las columnas de tu hoja. Abajo está lo que ya se importó.
  </Banner>
)
