import type { VistaPrevia } from '@flota/contract/imports/importar.ts'
import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { importTiposOf } from '@flota/contract/imports/importarWords.ts'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useSession } from '../../../api/session.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { PageHeading } from '../../../ui/PageHeading.tsx'
import { useLazyModule } from '../../../ui/useLazyModule.ts'
import { useMediaQuery } from '../../../ui/useMediaQuery.ts'
import { useNavigationGuard } from '../../../ui/useNavigationGuard.ts'
import { ChooseFile } from './ChooseFile.tsx'
import { ImportHistory } from './ImportHistory.tsx'
import { ImportResultCard } from './ImportResultCard.tsx'
import { columnsKey, type ImportDraft, useImportDraft } from './importDraft.ts'
import { type ImportResult, type SubmitOptions, useImportPreview, useSubmitImport } from './importRequests.ts'

/** Returns the address's type if the user may import it, else the first permitted one. */
function useTipo(tipos: readonly ImportTipo[]) {
  const [search] = useSearchParams()
  const [path, navigate] = useLocation()
  return {
    tipo: tipos.find((each) => each === search.get('tipo')) ?? tipos[0],
    setTipo: (tipo: ImportTipo) => navigate(`${path}?tipo=${tipo}`, { replace: true }),
  }
}

/** A file with sheets that were not imported yet. */
interface Book {
  draft: ImportDraft
  sheets: readonly string[]
}

const remainingSheets = (
  draft: ImportDraft,
  { hoja, hojas, ...data }: VistaPrevia,
  before: Book | null,
): Book => ({
  draft: { ...draft, columns: columnsKey(data) },
  sheets: (before?.draft.file === draft.file ? before.sheets : hojas).filter((each) => each !== hoja),
})

/** Imports a sheet in three steps: choose, review, submit. The user can undo an import for 24 hours. */
export function ImportarPage() {
  const session = useSession()
  const tipos = session ? importTiposOf(session) : []
  const { tipo, setTipo } = useTipo(tipos)
  const fits = useMediaQuery('(min-width: 480px)')
  const { draft, change, choose, chooseSheet, reopen, drop } = useImportDraft(tipo)
  const [result, setResult] = useState<ImportResult | null>(null)
  const [book, setBook] = useState<Book | null>(null)
  const preview = useImportPreview(draft, {
    onRead: (data) => {
      // The mapping of the previous file applies only to a sheet with the same columns.
      if (draft?.columns && draft.columns !== columnsKey(data)) change({ sources: null, columns: null })
    },
    onFailed: ({ campos }) => {
      if (campos.hoja && draft?.hoja !== undefined) change({ hoja: undefined, sources: null, columns: null })
    },
  })
  const submit = useSubmitImport()
  useNavigationGuard(draft?.sources != null || submit.busy, drop)
  const loaded = useLazyModule(draft !== null, 'la revisión', () => import('./preview/Preview.tsx'), drop)
  const submitDraft = async (options: SubmitOptions) => {
    const done = draft && (await submit.send(draft, options))
    if (done && 'importacion' in done) {
      setResult(done)
      setBook(preview.data ? remainingSheets(draft, preview.data, book) : null)
      drop()
    } else if (done?.campos.archivo) {
      // The records changed since the preview, so the preview is stale.
      preview.again()
    }
  }
  return (
    <>
      <PageHeading title="Importar" />
      <div className="grid grid-cols-1 gap-6">
        {!fits && <ScreenTooNarrow />}
        {fits && tipo && (
          <>
            {result && (
              <ImportResultCard
                result={result}
                onUndone={setResult}
                sheets={book?.sheets ?? []}
                onSheet={(hoja) => {
                  setResult(null)
                  if (book) reopen(book.draft, hoja)
                }}
              />
            )}
            <ChooseFile
              tipos={tipos}
              tipo={tipo}
              file={draft?.file ?? null}
              onTipo={setTipo}
              onFile={(file) => {
                setResult(null)
                setBook(null)
                choose(file, draft?.sources && preview.data ? columnsKey(preview.data) : null)
              }}
            />
            {draft && loaded && (
              <loaded.Preview
                draft={draft}
                preview={preview}
                submit={submit}
                onChange={change}
                onSheet={chooseSheet}
                onSubmit={(options) => void submitDraft(options)}
              />
            )}
          </>
        )}
        <ImportHistory />
      </div>
    </>
  )
}

const ScreenTooNarrow = () => (
  <Banner kind="notice" title="Importar necesita una pantalla más grande">
    Ábrelo en una computadora: aquí no caben las columnas de tu hoja. Abajo está lo que ya se importó.
  </Banner>
)
