import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createClient } from '@hey-api/openapi-ts'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'

// node generate.ts FOLDER: generates two clients from its docs.json. A separate process because of its
// memory.

const [folder = '.'] = process.argv.slice(2)
const input = join(folder, 'docs.json')

const blob = ts.factory.createTypeReferenceNode('Blob')
const types = await openapiTS(await readFile(input, 'utf8'), {
  // By default the generator types binary data as string.
  transform: ({ format }) => (format === 'binary' ? blob : undefined),
})
await writeFile(join(folder, 'schema.ts'), astToString(types))

await createClient({
  input,
  output: { path: join(folder, 'hey'), module: { extension: '.ts' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'error', file: false },
})
