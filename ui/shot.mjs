import { chromium } from "@playwright/test";
const [,, url, out, theme="light", ...acts] = process.argv;
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1440, height: 860 }, colorScheme: theme });
page.on("console", m => { if (m.type() !== "debug") console.log("console:", m.type(), m.text().slice(0,300)); });
page.on("pageerror", e => console.log("error:", e.message.slice(0,500)));
const t0 = Date.now();
await page.goto("http://127.0.0.1:8471" + url);
await page.waitForLoadState("networkidle");
await page.waitForTimeout(600);
for (const act of acts) { const [kind, ...rest] = act.split("="); const sel = rest.join("=");
  if (kind === "click") await page.click(sel); else if (kind === "hover") await page.hover(sel); else if (kind === "key") await page.keyboard.press(sel); else if (kind === "type") await page.keyboard.type(sel); else if (kind==="wait") await page.waitForTimeout(Number(sel)); else if (kind==="text") await page.getByText(sel,{exact:false}).first().click();
  await page.waitForTimeout(500); }
await page.screenshot({ path: out });
console.log("at", page.url().slice(0,300));
await browser.close();
