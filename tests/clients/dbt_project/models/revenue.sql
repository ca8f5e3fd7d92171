select c.customer, sum(o.price) as revenue
from {{ ref('stg_orders') }} o
join {{ ref('stg_customers') }} c on c.customer_id = o.customer_id
group by c.customer
