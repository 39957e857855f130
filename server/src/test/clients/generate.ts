import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

// node generate.ts FOLDER: makes of its docs.json what two generators make of it. A process of its own, for its memory.

const [folder = '.'] = process.argv.slice(2)
const input = join(folder, 'docs.json')

const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTS(await readFile(input, 'utf8'), {
  // As its documentation says: left alone it calls bytes a string.
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
})
await writeFile(join(folder, 'schema.ts'), astToString(types))

await createClient({
  input,
  output: { path: join(folder, 'hey'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
})
