import { layerViolation } from './layers.ts'

// oxlint plugin, so that the editor shows the import rules as `npm run check` does.

type Specifier = { importKind?: string; exportKind?: string }
type Node = {
  source?: { type?: string; value?: unknown } | null
  importKind?: string
  exportKind?: string
  specifiers?: Specifier[]
}
type Context = { filename: string; report: (problem: { node: Node; message: string }) => void }

const isTypeOnly = ({ importKind, exportKind, specifiers = [] }: Node): boolean =>
  importKind === 'type' ||
  exportKind === 'type' ||
  (specifiers.length > 0 && specifiers.every((each) => each.importKind === 'type'))

const layersRule = {
  create(context: Context) {
    const checkImport = (node: Node) => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const message = layerViolation(context.filename, specifier, isTypeOnly(node))
      if (message) context.report({ node, message })
    }
    return { ImportDeclaration: checkImport, ImportExpression: checkImport, TSImportType: checkImport }
  },
}

const noReexportRule = {
  create(context: Context) {
    const checkImport = (node: Node) => {
      if (node.source)
        context.report({ node, message: 'No barrels: import a thing from the file that defines it.' })
    }
    return { ExportAllDeclaration: checkImport, ExportNamedDeclaration: checkImport }
  },
}

export default { meta: { name: 'flota' }, rules: { layers: layersRule, 'no-reexport': noReexportRule } }
