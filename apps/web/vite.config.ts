import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { textsPlugin } from '../../packages/texts/src/vite-plugin.ts'
import { earlyLoads, packed } from './build-plugins.ts'

const server = process.env.CANDOR_API ?? 'http://127.0.0.1:4100'
const texts = fileURLToPath(new URL('../../packages/texts/src', import.meta.url))
const rules = /packages\/(rules|money)\//
const react19 = /node_modules\/(react|react-dom|scheduler)\//

export default defineConfig({
  plugins: [react(), tailwind(), textsPlugin(texts), earlyLoads(), packed()],
  server: {
    proxy: {
      '/swx': server,
      '/logos': server,
      '/.well-known': server,
      '/websocket': { target: server, ws: true },
    },
  },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 260,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: react19 },
            { name: 'rules', test: rules },
          ],
        },
      },
    },
  },
})
