import { expect, it } from "vitest";
import { adviceOn, producerName } from "./advice";

it("names producers as people do", () => {
  expect(producerName("https://github.com/OpenLineage/OpenLineage/tree/1.39.0/integration/dbt")).toEqual({
    name: "OpenLineage / integration / dbt",
    version: "1.39.0",
  });
  expect(producerName("https://github.com/apache/airflow/tree/providers-openlineage/2.3.0")).toEqual({
    name: "apache / airflow / providers-openlineage",
    version: "2.3.0",
  });
  expect(producerName("my-script")).toEqual({ name: "my-script", version: null });
  expect(producerName(null).name).toBe("Unknown producer");
});

it("has words for kinds that it does not know", () => {
  expect(adviceOn("time_without_zone").title).toBe("Times without a zone");
  expect(adviceOn("brand_new").title).toBe("Brand new");
});
